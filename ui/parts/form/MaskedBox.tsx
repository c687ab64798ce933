/** A text box with a mask: people type only digits, the mask adds the characters between them, and the caret keeps its place. */
import type { ChangeEvent, ComponentProps } from 'react'
import { holdsIn } from '../../../src/contract/check.ts'
import type { Mask } from '../../../src/contract/form.ts'
import { masked } from '../values/numbers.ts'
import type { Values } from './formValues.ts'

/** The mask that applies with the present values; undefined if none does. */
export const maskOf = (mask: Mask | undefined, values: Values): string | undefined =>
  typeof mask === 'object' ? (holdsIn(mask.when, values) ? mask.text : undefined) : mask

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** The position in a text after so many digits. */
export function caretAfter(text: string, digits: number): number {
  let count = 0
  let at = 0
  while (at < text.length && count < digits) {
    if (/\d/.test(text.charAt(at))) count += 1
    at += 1
  }
  return at
}

interface MaskedBoxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'ref'> {
  readonly mask: string
  readonly onText: (text: string | undefined) => void
}

export function MaskedBox({ mask, onText, ...box }: MaskedBoxProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const text = masked(mask, target.value)
    const before = digitsIn(target.value.slice(0, target.selectionStart ?? target.value.length))
    const caret = before === digitsIn(text) ? text.length : caretAfter(text, before)
    // React writes into a box only if its text differs: so the text is written here, and React moves the caret no more
    target.value = text
    target.setSelectionRange(caret, caret)
    onText(text || undefined)
  }
  return (
    <input
      {...box}
      type="text"
      inputMode="numeric"
      placeholder={mask.replaceAll('9', '_')}
      maxLength={undefined}
      onChange={onChange}
    />
  )
}
