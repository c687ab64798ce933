/** The public price list: the prices of collections by region, and other information for ordering. */
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { languageNumbers } from '../../../src/contract/languages.ts'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useLanguage, useText } from '../../i18n.ts'
import { Value } from '../../parts/values/formats.tsx'
import { read } from '../../query.ts'
import { area, currentToken } from '../../session.ts'
import { LanguageSwitch } from '../../shell/flags.tsx'
import { Wordmark } from '../../shell/logo.tsx'
import { useTitle } from '../../shell/useTitle.ts'
import { useUrlState } from '../../useUrlState.ts'
import { Prices } from './Prices.tsx'
import { digits, regions, townsOf, viewBox } from './regions.ts'
import { type PriceListAnswer, regionOf } from './rows.ts'
import './priceList.css'

const day = { type: 'string', format: 'day' } as const

function usePriceList() {
  const langid = languageNumbers[useLanguage()]
  return useQuery({
    queryKey: ['pricing.priceList', langid],
    queryFn: () => read('/api/Admin/Prices/grouped-prices', { langid }, { open: true })
  })
}

interface UrlState {
  readonly region: string | undefined
}
const readUrl = (query: string): UrlState => {
  const region = new URLSearchParams(query).get('region') ?? ''
  return { region: digits.includes(region) ? region : undefined }
}
const writeUrl = (_query: string, { region }: Partial<UrlState>): string => (region ? `?region=${region}` : '')

export default function PriceList() {
  const t = useText()
  const [{ region }, change] = useUrlState(readUrl, writeUrl)
  const { data: list, error, refetch } = usePriceList()
  useTitle(t('pricing.priceList.title'))
  return (
    <div className="price-list">
      <header className="price-list-head">
        <Link to="/" className="price-list-home" aria-label={t('pricing.priceList.home')}>
          <Wordmark />
        </Link>
        <span className="price-list-tools">
          {area() === 'portal' && <LanguageSwitch />}
          <Entrance />
        </span>
      </header>
      <main id="content" tabIndex={-1}>
        <div className="price-list-title">
          <h1>{t('pricing.priceList.title')}</h1>
          {list && (
            <p>
              {t('pricing.priceList.effective')} <Value schema={day} value={list.effectiveFrom} />
            </p>
          )}
        </div>
        {!list && error && <Failed error={error} retry={() => void refetch()} />}
        {!list && !error && <Skeleton rows={10} />}
        {list && (
          <>
            <div className="price-list-intro">
              <RegionMap region={region} onChange={digit => change({ region: digit })} />
              <Notices list={list} />
            </div>
            {list.data.length > 0 ? (
              <Prices groups={list.data} region={region} />
            ) : (
              <Empty icon="tag" title={t('pricing.priceList.empty')} text={t('pricing.priceList.empty.text')} />
            )}
          </>
        )}
      </main>
    </div>
  )
}

/** The link of the page: to the sign-in for strangers, and to the home page for others. */
function Entrance() {
  const t = useText()
  // The component is drawn again after each navigation, because a session may have begun or ended.
  useRouterState({ select: state => state.location.pathname })
  const isKnown = currentToken() !== undefined
  return (
    <Link to={isKnown ? '/' : '/authorization'} className="button">
      <i className={`pi pi-${isKnown ? 'home' : 'sign-in'}`} aria-hidden />
      {t(isKnown ? 'pricing.priceList.home' : 'ui.signIn')}
    </Link>
  )
}

interface RegionMapProps {
  readonly region: string | undefined
  readonly onChange: (region: string | undefined) => void
}

function RegionMap({ region, onChange }: RegionMapProps) {
  const t = useText()
  const [code, setCode] = useState('')
  const names = digits.map(digit => `${digit}: ${townsOf[digit]}`).join('; ')
  return (
    <section className="price-list-region">
      <svg viewBox={viewBox} role="img" aria-label={t('pricing.priceList.map', { regions: names })}>
        {regions.map(({ digit, path }) => (
          <path key={digit} d={path} data-digit={digit} data-chosen={digit === region || undefined} />
        ))}
        {regions.map(({ digit, x, y }) => (
          <text key={digit} x={x} y={y} data-chosen={digit === region || undefined}>
            {digit}
          </text>
        ))}
      </svg>
      <div className="field">
        <label htmlFor="postal-code">{t('pricing.priceList.yourCode')}</label>
        <input
          id="postal-code"
          className="input"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={6}
          placeholder="09-410"
          aria-describedby="postal-code-help"
          value={code}
          onChange={event => {
            setCode(event.target.value)
            onChange(regionOf(event.target.value))
          }}
        />
        <p id="postal-code-help" className="price-list-help">
          {t('pricing.priceList.yourCode.help')}
        </p>
      </div>
      <div className="field">
        <label htmlFor="region">{t('pricing.priceList.region')}</label>
        <select
          id="region"
          className="input"
          value={region ?? ''}
          onChange={event => {
            setCode('')
            onChange(event.target.value || undefined)
          }}
        >
          <option value="">{t('pricing.priceList.region.all')}</option>
          {digits.map(digit => (
            <option key={digit} value={digit}>
              {`${digit}x-xxx – ${townsOf[digit]}`}
            </option>
          ))}
        </select>
      </div>
    </section>
  )
}

const money = { type: 'number', format: 'money' } as const

function Notices({ list: { oversizedNetPrice, deliveryPoints } }: { readonly list: PriceListAnswer }) {
  const t = useText()
  return (
    <section className="price-list-notices">
      <h2>{t('pricing.priceList.notices')}</h2>
      <ul>
        <li>
          <i className="pi pi-desktop" aria-hidden />
          <p>{t('pricing.priceList.orders')}</p>
        </li>
        <li>
          <i className="pi pi-building" aria-hidden />
          <p>{t('pricing.priceList.municipal')}</p>
        </li>
        <li>
          <i className="pi pi-truck" aria-hidden />
          <p>
            {t('pricing.priceList.oversized')}{' '}
            <strong>
              <Value schema={money} value={oversizedNetPrice} /> {t('pricing.priceList.oversized.unit')}
            </strong>
          </p>
        </li>
        <li>
          <i className="pi pi-map-marker" aria-hidden />
          <div>
            <p>{t(deliveryPoints.length > 0 ? 'pricing.priceList.delivery' : 'pricing.priceList.delivery.unnamed')}</p>
            {deliveryPoints.length > 0 && (
              <ul>
                {deliveryPoints.map(point => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </div>
        </li>
      </ul>
    </section>
  )
}
