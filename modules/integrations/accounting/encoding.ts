/** The encoding of Polish Windows, which Node reads but does not write. */

/** The bytes of the letters beyond ASCII; made once. */
const bytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, at): [string, number] => [
    new TextDecoder('windows-1250').decode(Uint8Array.of(128 + at)),
    128 + at
  ])
)

/** A text in windows-1250. `missing` says with ASCII what that encoding has no letter for. */
export function windows1250(text: string, missing: (letter: string) => string): Buffer {
  // by a pattern, because nearly all letters of a long file are ASCII
  const inBytes = text.replaceAll(/\P{ASCII}/gu, letter => {
    const byte = bytes.get(letter)
    return byte === undefined ? missing(letter) : String.fromCharCode(byte)
  })
  return Buffer.from(inBytes, 'latin1')
}
