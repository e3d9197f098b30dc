import { LIMITS } from '../limits.ts';
import type { TextPart } from '../mail/mime-tree.ts';

/** The shape of imapflow's body structure, as far as it is read here. */
export interface StructureNode {
  part?: string | undefined;
  type: string;
  parameters?: Record<string, string> | undefined;
  encoding?: string | undefined;
  size?: number | undefined;
  disposition?: string | undefined;
  envelope?: { subject?: string | undefined } | undefined;
  childNodes?: StructureNode[] | undefined;
}

/** A text part to be fetched. */
export interface WantedPart {
  key: string;
  type: TextPart['type'] | 'message/rfc822';
  charset: string;
  encoding: string;
  bytes: number;
}

/** What a mail's structure says about it. */
export interface MailPlan {
  parts: WantedPart[];
  hasImages: boolean;
}

const TEXT = /^text\/(plain|html|calendar)$/;

/** Lists the text parts of a mail from its structure, those of mails inside it included. */
export function planParts(root: StructureNode | undefined): MailPlan {
  const plan: MailPlan = { parts: [], hasImages: false };
  const walk = (node: StructureNode, depth: number): void => {
    if (depth > LIMITS.structureDepth || plan.parts.length >= LIMITS.partsPerMail) return;
    const type = node.type.toLowerCase();
    if (type.startsWith('image/')) plan.hasImages = true;
    const children = node.childNodes ?? [];
    for (const child of children) walk(child, depth + 1);
    const isNested = type === 'message/rfc822' && children.length === 0;
    if (!isNested && !(TEXT.test(type) && children.length === 0)) return;
    const isFile = node.disposition === 'attachment' && type === 'text/plain';
    if (isFile && plan.parts.length > 0) return;
    plan.parts.push({
      key: node.part ?? '1',
      type: isNested ? 'message/rfc822' : (type as TextPart['type']),
      charset: node.parameters?.charset ?? '',
      encoding: node.encoding ?? '',
      bytes: Math.min(node.size ?? LIMITS.partBytes, LIMITS.partBytes),
    });
  };
  if (root) walk(root, 0);
  return plan;
}
