/** The prices of the public list, as a table, or as cards on a phone. */
import { usePhone } from '../../elements/usePhone.ts'
import { useText } from '../../i18n.ts'
import { Value } from '../../parts/values/formats.tsx'
import { type Group, type PriceRow, patternOf, rowsOf } from './rows.ts'

const money = { type: 'number', format: 'money' } as const

interface PricesProps {
  readonly groups: readonly Group[]
  readonly region: string | undefined
}

export function Prices({ groups, region }: PricesProps) {
  const t = useText()
  const isPhone = usePhone()
  return (
    <section className="price-list-prices">
      {groups.map(group => {
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
        {rows.map(({ key, name, digits, netPrice, grossPrice }, at) => (
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
            </td>
            <td data-align="end">
              <Value schema={money} value={grossPrice} />
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
      {rows.map(({ key, name, digits, netPrice, grossPrice }) => (
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
              </dd>
            </div>
            <div>
              <dt>{t('pricing.priceList.gross')}</dt>
              <dd>
                <Value schema={money} value={grossPrice} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
