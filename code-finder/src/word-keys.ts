import { hashText } from '../../shared/random.ts';

const mix = (sum: number, part: number): number => {
  const mixed = Math.imul(sum ^ part, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
};

/** One number for up to three numbers and a role; `role` is a value of {@link ROLE}. */
export const key = (role: number, a: number, b = 0, c = 0): number => mix(mix(mix(role, a), b), c);

const rolesOf = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, hashText(name)])) as Record<Name, number>;

/** The roles of words in keys. They are hashed once: a mail has thousands of keys. */
export const ROLE = rolesOf(
  'before',
  'two before',
  'both sides',
  'second before',
  'three before',
  'after',
  'second after',
  'two after',
  'around',
  'order',
  'shape',
  'shape before',
  'shape after',
  'before in line',
  'column',
  'mail',
  'pair in mail',
  'subject',
);

/** The roles of words on one side of a candidate. */
const sideRoles = (side: string) => ({
  pair: hashText(`pair ${side}`),
  order: hashText(side),
  cue: hashText(`cue ${side}`),
  cues: hashText(`cues ${side}`),
  close: hashText(`close ${side}`),
  far: hashText(`far ${side}`),
});
export type SideRoles = ReturnType<typeof sideRoles>;

export const SIDES: Readonly<Record<'before' | 'after', SideRoles>> = {
  before: sideRoles('before'),
  after: sideRoles('after'),
};
