import type { Text } from './i18n.ts'

/** A key as it is printed on the keyboard: a character as a capital letter, other keys by their name in the person's language. */
function keyName(key: string, t: Text): string {
  if (key === ' ') return t('ui.key.Space')
  return key.length === 1 ? key.toUpperCase() : t(`ui.key.${key}`)
}

/**
 * The names of bound keys: a list for each of the keys pressed one after the other. `Control+a` is [['Ctrl', 'A']], `g n` [['G'],
 * ['N']].
 */
export const keyNames = (keys: string, t: Text): readonly (readonly string[])[] =>
  (keys === ' ' ? [keys] : keys.split(' ')).map(chord => chord.split('+').map(key => keyName(key, t)))

/** The names of bound keys as one text: `Ctrl+A`. */
export const keysText = (keys: string, t: Text): string =>
  keyNames(keys, t)
    .map(chord => chord.join('+'))
    .join(' ')

/** The value of `aria-keyshortcuts`; undefined for keys pressed one after the other, which that attribute cannot express. */
export const ariaKeys = (keys: string): string | undefined =>
  keys.includes(' ') ? undefined : keys.replace(/\b[a-z]$/, letter => letter.toUpperCase())
