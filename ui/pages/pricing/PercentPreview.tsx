/** `part:pricing.percent`: what a percentage will make of the prices of the chosen items, each old price with the new one. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import './percent.css'

const money = { type: 'number', format: 'money' } as const

export default function PercentPreview({ id, rows, reads: { percent, validFrom } }: FieldPartProps) {
  const t = useText()
  const context = useFormatContext()
  const isPercent = typeof percent === 'number' && percent >= -90 && percent <= 500
  const { data, error, refetch } = useQuery({
    ...query('pricing.price', '/api/Admin/Prices/change-percent', {
      ids: rows.map(row => row.id).join(),
      percent: String(percent),
      ...(typeof validFrom === 'string' && validFrom ? { validFrom } : {})
    }),
    enabled: isPercent,
    placeholderData: keepPreviousData
  })
  if (!isPercent)
    return (
      <output id={id} className="blank">
        {t('pricing.percent.wait')}
      </output>
    )
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  const amount = (value: number): string => textOf(context, money, value)
  return (
    <div id={id} className="percent-preview">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('pricing.price.name')}</th>
            <th scope="col">{t('pricing.percent.before')}</th>
            <th scope="col">{t('pricing.percent.after')}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.flatMap(({ id: item, name, prices }) => [
            ...(prices.length === 0
              ? [
                  <tr key={item}>
                    <td>{name}</td>
                    <td colSpan={2} className="blank">
                      {t('pricing.percent.none')}
                    </td>
                  </tr>
                ]
              : []),
            ...prices.map(({ postalDigit, before, after }) => (
              <tr key={`${item} ${postalDigit}`}>
                <td>{postalDigit === null ? name : t(`pricing.series.digit${postalDigit}`)}</td>
                <td>{amount(before)}</td>
                <td>
                  <strong>{amount(after)}</strong>
                </td>
              </tr>
            ))
          ])}
        </tbody>
      </table>
    </div>
  )
}
