import { LIMITS } from '../limits.ts';
import type { TextPart } from '../mail/mime-tree.ts';

/** The fields of imapflow's body structure that are read here. */
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

/** The parts of a mail to fetch, read from its structure. */
export interface MailPlan {
  parts: WantedPart[];
  /** Names of the parts that must not be fetched: files, pictures, and containers of other parts. */
  others: string[];
  hasImages: boolean;
  /** Text parts are left out: there are too many, or they are nested too deeply. */
  isPartial: boolean;
}

const TEXT = /^text\/(plain|html|calendar)$/;

/** The part to fetch for a node of a structure; null if its text is not read. */
function wantedPart(node: StructureNode, type: string, isFirst: boolean): WantedPart | null {
  if ((node.childNodes ?? []).length > 0) return null;
  const isNested = type === 'message/rfc822';
  if (!isNested && !TEXT.test(type)) return null;
  const isFile = node.disposition === 'attachment' && type === 'text/plain';
  if (isFile && !isFirst) return null;
  return {
    key: node.part ?? '1',
    type: isNested ? 'message/rfc822' : (type as TextPart['type']),
    charset: node.parameters?.charset ?? '',
    encoding: node.encoding ?? '',
    bytes: Math.min(node.size ?? LIMITS.partBytes, LIMITS.partBytes),
  };
}

/** Lists the text parts of a mail from its structure, those of mails inside it included. */
export function planParts(root: StructureNode | undefined): MailPlan {
  const plan: MailPlan = { parts: [], others: [], hasImages: false, isPartial: false };
  const walk = (node: StructureNode, depth: number): void => {
    const isPastLimits = depth > LIMITS.structureDepth || plan.parts.length >= LIMITS.partsPerMail;
    const type = node.type.toLowerCase();
    if (type.startsWith('image/')) plan.hasImages = true;
    if (!isPastLimits) for (const child of node.childNodes ?? []) walk(child, depth + 1);
    const part = wantedPart(node, type, plan.parts.length === 0);
    const isLeftOut = isPastLimits && (part !== null || (node.childNodes ?? []).length > 0);
    if (isLeftOut) plan.isPartial = true;
    if (part && !isPastLimits) plan.parts.push(part);
    else if (node.part !== undefined) plan.others.push(node.part);
  };
  if (root) walk(root, 0);
  return plan;
}
