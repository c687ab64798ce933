/**
 * A vocabulary is one table of words: it validates a field, labels it, tints it, fills the choices of a filter
 * and gives the numeric codes that travel. `OrderStatus.accepted` is the code 1; everything else about the words is
 * asked of the functions below.
 */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export interface Word {
  readonly code: number
  readonly tone?: Tone
}

/** What the browser receives of a vocabulary: the label of a word is the message `{name}.{word}`. */
export interface VocabularyFace {
  readonly name: string
  readonly words: readonly { readonly code: number; readonly word: string; readonly tone: Tone }[]
}

const face = Symbol('vocabulary')

export type Vocabulary<W extends Record<string, Word> = Record<string, Word>> = {
  readonly [K in keyof W]: W[K]['code']
} & { readonly [face]: VocabularyFace }

/** The codes a field of this vocabulary may hold. */
export type CodeOf<V> = V extends Vocabulary<infer W> ? W[keyof W]['code'] : never

/** Makes a vocabulary. `name` is also the prefix of its messages. Throws when two words share a code. */
export function vocabulary<const W extends Record<string, Word>>(name: string, table: W): Vocabulary<W> {
  const words = Object.entries(table).map(([word, { code, tone = 'neutral' }]) => ({ code, word, tone }))
  if (new Set(words.map(word => word.code)).size !== words.length) throw new Error(`${name}: two words share a code`)
  const codes = Object.fromEntries(words.map(({ word, code }) => [word, code]))
  return Object.freeze({ ...codes, [face]: { name, words } }) as Vocabulary<W>
}

/** The plain-JSON side of a vocabulary. */
export const faceOf = (vocabulary: Vocabulary): VocabularyFace => vocabulary[face]

/** The numeric codes of the given words, in their order. */
export function codes<W extends Record<string, Word>, K extends keyof W>(
  vocabulary: Vocabulary<W>,
  words: readonly K[]
): W[K]['code'][] {
  return words.map(word => vocabulary[word] as W[K]['code'])
}

/** The word of a code, or undefined for a code the vocabulary does not know. */
export const wordOf = (vocabulary: Vocabulary, code: number): string | undefined =>
  faceOf(vocabulary).words.find(word => word.code === code)?.word
