/** A box for a decimal as people type it, with a comma or a dot. When it is left, the number is shown in the form of the language. */
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useIntl } from '../../i18n.ts'
import { decimalText, parseDecimal } from '../values/numbers.ts'

/** The text of a decimal while nobody types: for money with at least two decimals, otherwise with as many as it has. */
function restingText(value: unknown, money: boolean, comma = ','): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  const count = String(value).split('.')[1]?.length ?? 0
  return decimalText(value, money ? Math.max(2, count) : count, comma)
}

interface DecimalBoxProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** A number, or the typed text that is none. */
  readonly number: unknown
  readonly money?: boolean
  /** Gets a number, undefined for blank, or the text if it is no number. */
  readonly onNumber: (value: number | string | undefined) => void
}

export function DecimalBox({ number, money = false, onNumber, onBlur, ...box }: DecimalBoxProps) {
  const [typed, setTyped] = useState<string>()
  const comma = useIntl()
    .formatNumberToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  return (
    <input
      {...box}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? restingText(number, money, comma)}
      onChange={event => {
        setTyped(event.target.value)
        onNumber(parseDecimal(event.target.value))
      }}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
