/** The overview: orders by day and status, tonnes by week, the load of vehicles, and containers that need attention. */
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { useVocabulary } from '../../metadata.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { ChartCard } from './ChartCard.tsx'
import { Loads } from './Loads.tsx'
import { Needs } from './Needs.tsx'
import { type OverviewData, useOverview } from './useOverview.ts'

export function Overview() {
  const t = useText()
  const intl = useIntl()
  const { data, error, refetch } = useOverview()
  const time = data && intl.formatTime(new Date(data.asOf), { hour: '2-digit', minute: '2-digit' })
  return (
    <section aria-labelledby="dash-week">
      <header className="dash-head">
        <h2 id="dash-week">{t('dashboard.week')}</h2>
        {data && <p className="dash-note">{t('dashboard.asOf', { time })}</p>}
      </header>
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={6} />}
      {data && (
        <div className="dash-pair">
          <ByStatus data={data} />
          <ByWeek weeks={data.weeks} />
          <Loads {...data.planned} />
          <InNeed {...data.containers} />
        </div>
      )}
    </section>
  )
}

/** The colours of statuses. No other chart uses them. */
const tokens = ['--chart-3', '--chart-1', '--chart-2', '--chart-5', '--chart-6', '--chart-4']

function ByStatus({ data: { days, orders } }: { readonly data: OverviewData }) {
  const t = useText()
  const intl = useIntl()
  const statuses = useVocabulary('orders.status')
  const labelOf = (status: number): string => {
    const label = statuses?.members.find(({ code }) => code === status)?.label
    return label ? t(label) : String(status)
  }
  const whole = (value: number): string => intl.formatNumber(Math.round(value))
  return (
    <ChartCard
      kind="columns"
      title={t('dashboard.byStatus')}
      note={t('dashboard.byStatus.help')}
      of={t('dashboard.day')}
      empty={t('dashboard.chart.none')}
      series={orders.map(({ status, counts }) => ({
        name: labelOf(status),
        data: counts,
        token: tokens[status] ?? '--chart-6'
      }))}
      categories={days.map(day => dayText(day).slice(0, 5))}
      rows={days.map(dayText)}
      textOf={whole}
      axisText={whole}
    />
  )
}

function ByWeek({ weeks }: Pick<OverviewData, 'weeks'>) {
  const t = useText()
  const intl = useIntl()
  const tonnes = (value: number): string => `${intl.formatNumber(value, { maximumFractionDigits: 2 })}\u00a0t`
  return (
    <ChartCard
      kind="columns"
      title={t('dashboard.byWeek')}
      note={t('dashboard.byWeek.help')}
      of={t('dashboard.weekFrom')}
      empty={t('dashboard.byWeek.none')}
      series={[{ name: t('dashboard.tonnes'), data: weeks.map(week => week.tonnes), token: '--chart-1' }]}
      categories={weeks.map(({ from }) => dayText(from).slice(0, 5))}
      rows={weeks.map(({ from }) => dayText(from))}
      textOf={tonnes}
      axisText={tonnes}
    />
  )
}

const containersPage: string = '/store/containers'

const needs = [
  { name: 'silent', icon: 'wifi', tone: 'warning', search: { 'f.ContainerStatus': '2' } },
  { name: 'low', icon: 'bolt', tone: 'warning', search: { 'f.BatteryStatus': '2' } },
  { name: 'critical', icon: 'bolt', tone: 'danger', search: { 'f.BatteryStatus': '3' } }
] as const

function InNeed(containers: OverviewData['containers']) {
  const t = useText()
  return (
    <article className="card dash-chart">
      <h3>{t('dashboard.containers')}</h3>
      <Needs
        to={containersPage}
        needs={needs.map(({ name, ...shown }) => ({
          ...shown,
          label: t(`dashboard.containers.${name}`),
          count: containers[name]
        }))}
      />
    </article>
  )
}
