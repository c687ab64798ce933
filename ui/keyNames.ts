import type { Text } from './i18n.ts'

/** A key as it is printed on the keyboard: one character in capitals, others by their name in the person's language. */
function keyName(key: string, t: Text): string {
  if (key === ' ') return t('ui.key.Space')
  return key.length === 1 ? key.toUpperCase() : t(`ui.key.${key}`)
}

/** The names of bound keys: those held together, of each that is pressed one after the other. `Control+a`: [['Ctrl', 'A']]. */
export const keyNames = (keys: string, t: Text): readonly (readonly string[])[] =>
  (keys === ' ' ? [keys] : keys.split(' ')).map(chord => chord.split('+').map(key => keyName(key, t)))

/** The same as one text, for a title: `Ctrl+A`. */
export const keysText = (keys: string, t: Text): string =>
  keyNames(keys, t)
    .map(chord => chord.join('+'))
    .join(' ')

/** As `aria-keyshortcuts` has it, which knows no keys one after the other. */
export const ariaKeys = (keys: string): string | undefined =>
  keys.includes(' ') ? undefined : keys.replace(/\b[a-z]$/, letter => letter.toUpperCase())
