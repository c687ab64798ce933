/** `part:pricing.agreed`: a price that is agreed, beside that of the price list for the item of its row. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '../../i18n.ts'
import { DecimalBox } from '../../parts/form/DecimalBox.tsx'
import type { FieldPartProps } from '../../parts/registry.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import { compareText } from './compare.ts'

const money = { type: 'number', format: 'money' } as const

export default function AgreedPrice({ id, name, value, values, describedBy, ...props }: FieldPartProps) {
  const t = useText()
  const context = useFormatContext()
  const compared = useId()
  const { data } = useQuery(query('pricing.price', '/api/Admin/Prices', { limit: '1000' }))
  const listed = data?.data.find(({ orderTypeItemId }) => orderTypeItemId === values.orderTypeItemId)
  const isKnown = data !== undefined && typeof values.orderTypeItemId === 'number'
  return (
    <>
      <div className="parts-unit">
        <DecimalBox
          id={id}
          name={name}
          className="input"
          number={value}
          money
          readOnly={props.readOnly}
          aria-invalid={props.invalid || undefined}
          aria-required={props.required || undefined}
          aria-describedby={[describedBy, compared].filter(Boolean).join(' ')}
          onNumber={props.onChange}
          onBlur={props.onBlur}
          onFocus={props.onFocus}
        />
        <span aria-hidden="true">zł</span>
      </div>
      <p id={compared} className="parts-help">
        {isKnown && compareText(t, one => textOf(context, money, one), listed, value)}
      </p>
    </>
  )
}
