import { type Flow, flowOf } from '../../mail-lines/flowed.ts';
import { isReadableText, type ReadableType, readableTypeOf } from '../../mail-lines/text-types.ts';
import type { LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { LIMITS } from '../limits.ts';

/** The fields of imapflow's body structure that are read here. */
export interface StructureNode {
  part?: string | undefined;
  type: string;
  parameters?: Record<string, string> | undefined;
  encoding?: string | undefined;
  size?: number | undefined;
  disposition?: string | undefined;
  dispositionParameters?: Record<string, string> | undefined;
  childNodes?: StructureNode[] | undefined;
}

/** The key of a part that is the whole mail, whose structure is read from its own bytes. */
export const WHOLE_MAIL = '';

/** A text part to be fetched. */
export interface WantedPart {
  key: string;
  /** A mail inside the mail is fetched whole: servers do not agree on the numbers of its parts. */
  type: ReadableType | 'message/rfc822';
  charset: string;
  encoding: string;
  flow: Flow;
  /** Bytes to fetch. */
  bytes: number;
  /** For a mail inside the mail that is larger than what is fetched: its texts. */
  textCount: number;
}

/** The parts of a mail to fetch, read from its structure. */
export interface MailPlan {
  parts: WantedPart[];
  /** Names of the parts that must not be fetched: files, pictures, and containers of other parts. */
  others: string[];
  hasImages: boolean;
  /** Why some texts are not read, as far as the structure shows. */
  gaps: LeftOutReason[];
}

const isMail = (type: string): boolean => /^message\/(?:rfc822|global)$/.test(type);

const childrenOf = (node: StructureNode): readonly StructureNode[] => node.childNodes ?? [];

function isText(node: StructureNode, type: string, isFirst: boolean): boolean {
  const isFile = node.disposition?.toLowerCase() === 'attachment';
  const hasName =
    isFile || Boolean(node.parameters?.name) || Boolean(node.dispositionParameters?.filename);
  return childrenOf(node).length === 0 && isReadableText(type, { isFile, hasName, isFirst });
}

/** The texts below a node, including those of mails inside it. */
function countTexts(node: StructureNode, depth = 0): number {
  if (depth > LIMITS.structureDepth) return 1;
  const ofNode = isText(node, node.type.toLowerCase(), true) ? 1 : 0;
  return childrenOf(node).reduce((sum, child) => sum + countTexts(child, depth + 1), ofNode);
}

/** The part to fetch for a node of a structure; null if its text is not read. */
function wantedPart(node: StructureNode, type: string, isFirst: boolean): WantedPart | null {
  if (!isMail(type) && !isText(node, type, isFirst)) return null;
  const size = node.size ?? LIMITS.partBytes;
  return {
    key: node.part ?? '1',
    type: isMail(type) ? 'message/rfc822' : readableTypeOf(type),
    charset: node.parameters?.charset ?? '',
    encoding: node.encoding ?? '',
    flow: flowOf(node.parameters),
    bytes: Math.min(size, LIMITS.partBytes),
    textCount: isMail(type) && size > LIMITS.partBytes ? countTexts(node) : 0,
  };
}

const FILE = /^(?:application|image|audio|video|font|model)\/./;

/**
 * Whether a structure without texts consists only of files. If not, the server did not understand
 * the mail.
 */
function isOfFiles(node: StructureNode, depth = 0): boolean {
  const children = childrenOf(node);
  if (depth > LIMITS.structureDepth) return true;
  if (children.length > 0) return children.every((child) => isOfFiles(child, depth + 1));
  return FILE.test(node.type.toLowerCase()) || node.type.toLowerCase().startsWith('text/');
}

const wholeMail = (): MailPlan['parts'] => [
  {
    key: WHOLE_MAIL,
    type: 'message/rfc822',
    charset: '',
    encoding: '',
    flow: 'fixed',
    bytes: LIMITS.partBytes,
    textCount: 0,
  },
];

/** Lists the text parts of a mail from its structure. A mail whose structure shows nothing to read is fetched whole. */
export function planParts(root: StructureNode | undefined): MailPlan {
  const plan: MailPlan = { parts: [], others: [WHOLE_MAIL], hasImages: false, gaps: [] };
  const gaps = new Set<LeftOutReason>();
  const walk = (node: StructureNode, depth: number): void => {
    const isPastLimits = depth > LIMITS.structureDepth || plan.parts.length >= LIMITS.partsPerMail;
    const type = node.type.toLowerCase();
    if (type.startsWith('image/')) plan.hasImages = true;
    if (!isPastLimits && !isMail(type))
      for (const child of childrenOf(node)) walk(child, depth + 1);
    const part = wantedPart(node, type, plan.parts.length === 0);
    if (isPastLimits && (part !== null || childrenOf(node).length > 0)) gaps.add('too_many_parts');
    if (part && !isPastLimits) {
      plan.parts.push(part);
      if (part.type !== 'message/rfc822' && (node.size ?? 0) > part.bytes)
        gaps.add('part_too_large');
    } else if (node.part !== undefined) plan.others.push(node.part);
  };
  if (root) walk(root, 0);
  // Texts of zero bytes: the server found no boundary, and treated everything as the text before
  // the first part.
  const isEmpty = plan.parts.every(({ bytes }) => bytes === 0);
  const isUnknown =
    isEmpty && gaps.size === 0 && !(root && plan.parts.length === 0 && isOfFiles(root));
  return isUnknown ? { ...plan, parts: wholeMail(), others: [] } : { ...plan, gaps: [...gaps] };
}
