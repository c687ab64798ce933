/**
 * `part:pricing.digits`: prices by the first digit of the postal code, with ten boxes, one for each digit. The value is the list for the
 * call. Digits without a price are not in it, and for them the price of the item applies.
 */
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { parseInteger } from '../../parts/values/numbers.ts'
import './digits.css'

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface DigitPrice {
  readonly postalCodePrefix: string
  /** The price, or the typed text while it is not a number. */
  readonly value: number | string
}

/** The list with another price for the digit, sorted by digit. */
const withPrice = (list: readonly DigitPrice[], digit: string, value: DigitPrice['value'] | undefined): DigitPrice[] =>
  digits.flatMap(postalCodePrefix => {
    if (postalCodePrefix === digit) return value === undefined ? [] : [{ postalCodePrefix, value }]
    return list.find(price => price.postalCodePrefix === postalCodePrefix) ?? []
  })

/** Whether an entry has an error. Errors are nested in the same way as the value. */
const isFaulty = (error: unknown, at: number): boolean =>
  typeof error === 'object' && error !== null && (error as Record<number, unknown>)[at] !== undefined

export default function DigitPrices({ id, name, label, error, readOnly, describedBy, ...props }: FieldPartProps) {
  const t = useText()
  const list = Array.isArray(props.value) ? (props.value as DigitPrice[]) : []
  return (
    <fieldset className="pricing-digits" aria-describedby={describedBy}>
      <legend className="visually-hidden">{label}</legend>
      {digits.map((digit, index) => {
        const at = list.findIndex(({ postalCodePrefix }) => postalCodePrefix === digit)
        const boxId = index === 0 ? id : `${id}-${digit}`
        return (
          <div key={digit} className="pricing-digit">
            <label htmlFor={boxId}>
              <span className="visually-hidden">{t('pricing.digits.code')} </span>
              {digit}
              <span aria-hidden="true">x-xxx</span>
            </label>
            <input
              id={boxId}
              name={`${name}.${digit}`}
              className="input"
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={(at >= 0 && isFaulty(error, at)) || undefined}
              aria-describedby={describedBy}
              value={list[at]?.value ?? ''}
              readOnly={readOnly}
              onChange={event => props.onChange(withPrice(list, digit, parseInteger(event.target.value)))}
              onBlur={props.onBlur}
              onFocus={props.onFocus}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
