/** The prices of the public list, as a table, or as cards on a phone. */
import { useState } from 'react'
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { textOf, useFormatContext, Value } from '../../parts/values/formats.tsx'
import { type Group, type PriceRow, patternOf, rowsOf } from './rows.ts'

const money = { type: 'number', format: 'money' } as const

interface PricesProps {
  readonly groups: readonly Group[]
  readonly region: string | undefined
}

export function Prices({ groups, region }: PricesProps) {
  const t = useText()
  const isPhone = usePhone()
  const [showsAll, setShowsAll] = useState(false)
  // the cards of all regions are twenty screens of a phone
  const asks = isPhone && region === undefined && !showsAll
  return (
    <section className="price-list-prices">
      {asks && (
        <div className="stack price-list-ask">
          <p>{t('pricing.priceList.ask')}</p>
          <button type="button" className="button" onClick={() => setShowsAll(true)}>
            {t('pricing.priceList.showAll')}
          </button>
        </div>
      )}
      {(asks ? [] : groups).map(group => {
        const rows = rowsOf(group, region)
        const title = t(`pricing.priceList.unit.${group.orderTypeId}`, { type: group.orderTypeName })
        return (
          <section key={group.orderTypeId}>
            <h2>{title}</h2>
            {isPhone ? <Cards rows={rows} /> : <Table rows={rows} title={title} />}
          </section>
        )
      })}
      <p className="price-list-foot">{t('pricing.priceList.vat')}</p>
    </section>
  )
}

const Where = ({ digits }: Pick<PriceRow, 'digits'>) => {
  const t = useText()
  return <>{digits.length > 0 ? patternOf(digits) : t('pricing.priceList.everywhere')}</>
}

/** `od 01.01.2027: 700,00 zł` */
function Later({ day, value }: { readonly day: string; readonly value: number }) {
  const t = useText()
  const price = textOf(useFormatContext(), money, value)
  return <small className="price-list-later">{t('pricing.compare.planned', { day: dayText(day), price })}</small>
}

function Table({ rows, title }: { readonly rows: readonly PriceRow[]; readonly title: string }) {
  const t = useText()
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('pricing.priceList.item')}</th>
          <th scope="col">{t('pricing.priceList.code')}</th>
          <th scope="col" data-align="end">
            {t('pricing.priceList.net')}
          </th>
          <th scope="col" data-align="end">
            {t('pricing.priceList.gross')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, digits, netPrice, grossPrice, next }, at) => (
          <tr key={key}>
            {rows[at - 1]?.name !== name && (
              <th scope="rowgroup" rowSpan={rows.filter(row => row.name === name).length}>
                {name}
              </th>
            )}
            <td>
              <Where digits={digits} />
            </td>
            <td data-align="end">
              <strong>
                <Value schema={money} value={netPrice} />
              </strong>
              {next && <Later day={next.validFrom} value={next.netPrice} />}
            </td>
            <td data-align="end">
              <Value schema={money} value={grossPrice} />
              {next && <Later day={next.validFrom} value={next.grossPrice} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards({ rows }: { readonly rows: readonly PriceRow[] }) {
  const t = useText()
  return (
    <ul className="price-list-cards">
      {rows.map(({ key, name, digits, netPrice, grossPrice, next }) => (
        <li key={key}>
          <h3>{name}</h3>
          <p>
            <span className="visually-hidden">{t('pricing.priceList.code')}: </span>
            <Where digits={digits} />
          </p>
          <dl>
            <div>
              <dt>{t('pricing.priceList.net')}</dt>
              <dd>
                <strong>
                  <Value schema={money} value={netPrice} />
                </strong>
                {next && <Later day={next.validFrom} value={next.netPrice} />}
              </dd>
            </div>
            <div>
              <dt>{t('pricing.priceList.gross')}</dt>
              <dd>
                <Value schema={money} value={grossPrice} />
                {next && <Later day={next.validFrom} value={next.grossPrice} />}
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
