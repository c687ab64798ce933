/**
 * A vocabulary is a named enumeration with numeric codes. It validates a field, labels it, colours it, fills the choices of
 * a filter, and is what the API sends. `OrderStatus.accepted` is the code 1; the functions below give everything else.
 *
 * Some roles may read other words for the same codes: what staff call new is, to the client, placed (`Wording`).
 */
import type { Role } from './roles.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export interface Member {
  readonly code: number
  readonly tone?: Tone
}

/** Other words for some members of a vocabulary, for the roles that read them: the member, and the last part of its message key. */
export interface Wording<M extends string = string> {
  readonly roles: readonly Role[]
  readonly words: { readonly [K in M]?: string }
}

/** The only roles whose pages show it: no other is sent its words. */
export interface OnlyFor {
  readonly onlyFor: readonly Role[]
}

/** The codes go from good to bad: a list sorted by them begins with the worst, and a second click turns it round. */
export const worstLast = 'worstLast'

/** What the browser receives of a vocabulary, in the words of its reader. */
export interface VocabularyMetadata {
  readonly name: string
  /** The first click on such a column's header sorts downwards. */
  readonly worstLast?: true
  readonly members: readonly {
    readonly code: number
    readonly name: string
    readonly tone: Tone
    /** Message key: `{vocabulary}.{member}`, or the key of the other word. */
    readonly label: string
  }[]
}

const metadata = Symbol('vocabulary')
const wordings = Symbol('wordings')
const readers = Symbol('readers')

export type Vocabulary<W extends Record<string, Member> = Record<string, Member>> = {
  readonly [K in keyof W]: W[K]['code']
} & {
  readonly [metadata]: VocabularyMetadata
  readonly [wordings]: readonly Wording[]
  readonly [readers]: readonly Role[] | undefined
}

/** The codes a field of this vocabulary may hold. */
export type CodeOf<V> = V extends Vocabulary<infer W> ? W[keyof W]['code'] : never

/** Makes a vocabulary. `name` is also the prefix of its messages. Throws when two members share a code. */
export function vocabulary<const W extends Record<string, Member>>(
  name: string,
  table: W,
  ...more: readonly (Wording<keyof W & string> | typeof worstLast | OnlyFor)[]
): Vocabulary<W> {
  const members = Object.entries(table).map(([member, { code, tone = 'neutral' }]) => ({
    code,
    name: member,
    tone,
    label: `${name}.${member}`
  }))
  if (new Set(members.map(member => member.code)).size !== members.length)
    throw new Error(`${name}: two members share a code`)
  const codes = Object.fromEntries(members.map(member => [member.name, member.code]))
  const others = more.filter(one => one !== worstLast)
  const words = others.filter(one => !('onlyFor' in one))
  const only = others.find(one => 'onlyFor' in one)?.onlyFor
  const described = { name, ...(more.includes(worstLast) ? { worstLast: true } : {}), members }
  return Object.freeze({ ...codes, [metadata]: described, [wordings]: words, [readers]: only }) as Vocabulary<W>
}

/** Members made from a table of names and codes that is defined elsewhere. */
export const membersOf = <const C extends Readonly<Record<string, number>>>(codes: C) =>
  Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, { code }])) as {
    readonly [K in keyof C]: { readonly code: C[K] }
  }

/** The vocabulary as plain JSON, with its usual words. */
export const metadataOf = (vocabulary: Vocabulary): VocabularyMetadata => vocabulary[metadata]

/** Whether the role's pages may show it. */
export const isReadBy = (vocabulary: Vocabulary, role: Role | null): boolean =>
  vocabulary[readers]?.some(one => one === role) ?? true

/** The same, with the words that this role reads. */
export function metadataFor(vocabulary: Vocabulary, role: Role | 'SYSTEM' | null | undefined): VocabularyMetadata {
  const own = vocabulary[metadata]
  const wording = vocabulary[wordings].find(({ roles }) => roles.some(one => one === role))
  if (!wording) return own
  const labelOf = (name: string): string => `${own.name}.${wording.words[name] ?? name}`
  return { ...own, members: own.members.map(member => ({ ...member, label: labelOf(member.name) })) }
}

/** All numeric codes, in the members' order. */
export const codesOf = (vocabulary: Vocabulary): number[] => metadataOf(vocabulary).members.map(({ code }) => code)

/** The numeric codes of the named members, in their order. */
export function codes<W extends Record<string, Member>, K extends keyof W>(
  vocabulary: Vocabulary<W>,
  names: readonly K[]
): W[K]['code'][] {
  return names.map(name => vocabulary[name] as W[K]['code'])
}

/** The name of the member with a code, or undefined for a code that the vocabulary does not have. */
export const memberOf = (vocabulary: Vocabulary, code: number): string | undefined =>
  metadataOf(vocabulary).members.find(member => member.code === code)?.name
