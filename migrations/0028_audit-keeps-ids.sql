CREATE TRIGGER `audit_keeps_ids` BEFORE INSERT ON `audit` WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'the audit trail is insert-only');
END;
