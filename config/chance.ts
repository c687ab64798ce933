/**
 * How hard a secret is to guess, estimated from its text alone: an upper bound that catches what people type in place of chance
 * (`aaaa…`, `abcd…`, `0123456789` again and again, one word repeated).
 */

/** Bits of chance that a secret needs that others could try out by themselves, and that a password needs that is asked for online. */
export const secretBits = 96
export const passwordBits = 28

/** The entropy of a sample, in bits for each of its members. */
function entropy(sample: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>()
  for (const one of sample) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce(
    (bits, count) => bits - (count / sample.length) * Math.log2(count / sample.length),
    0
  )
}

/** The text with each part of three characters or more that has stood before reduced to its first one. */
function withoutRepeats(text: string): string {
  let kept = ''
  for (let at = 0; at < text.length; ) {
    const before = text.slice(0, at)
    let length = 1
    while (at + length < text.length && before.includes(text.slice(at, at + length + 1))) length += 1
    kept += text[at]
    at += length >= 3 ? length : 1
  }
  return kept
}

/** Bits of chance in the text, at most. */
export function chanceIn(text: string): number {
  const kept = withoutRepeats(text)
  const codes = [...kept].map(letter => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return steps.length === 0 ? 0 : Math.min(entropy(codes), entropy(steps)) * codes.length
}
