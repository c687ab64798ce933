/** The charts of orders placed per day: their number and their value, for all regions and for each region. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed } from '../../elements/states.tsx'
import { useIntl, useText } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { textOf, useFormatContext } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import { ChartCard } from './ChartCard.tsx'

interface Series {
  readonly region: number | null
  readonly name: string
  readonly data: Readonly<Record<string, number>>
}

/** The sum has the strongest colour. The colour of a region does not depend on which regions are shown. */
const tokenOf = (region: number | null): string => (region === null ? '--ink' : `--chart-${region + 1}`)

const options = { staleTime: 300_000, placeholderData: keepPreviousData } as const

interface ChartProps {
  /** The lines, as they arrive. */
  readonly answer: {
    readonly data: readonly Series[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly title: string
  /** Message key of what is counted, with the days as `from` and `to`. */
  readonly note: string
  readonly textOf: (value: number) => string
  readonly axisText: (value: number) => string
}

function Chart({ answer: { data, error, refetch }, title, note, textOf, axisText }: ChartProps) {
  const t = useText()
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <div className="card dash-chart dash-loading" aria-hidden />
  const days = Object.keys(data[0]?.data ?? {})
  return (
    <ChartCard
      kind="line"
      title={title}
      note={t(note, { from: dayText(days[0] ?? ''), to: dayText(days.at(-1) ?? '') })}
      of={t('dashboard.day')}
      empty={t('dashboard.chart.none')}
      series={data.map(({ name: label, region, data: values }) => ({
        name: label,
        data: Object.values(values),
        token: tokenOf(region)
      }))}
      categories={days.map(day => dayText(day).slice(0, 5))}
      rows={days.map(dayText)}
      textOf={textOf}
      axisText={axisText}
    />
  )
}

export function Charts({ regions }: { readonly regions: readonly number[] }) {
  const t = useText()
  const intl = useIntl()
  const params = { Days: 7, Regions: regions }
  const counts = useQuery({
    ...query('reports.statistics', '/api/Dashboard/orders/charts/count-per-date', params),
    ...options,
    select: ({ data }) => data.lineChartData
  })
  const values = useQuery({
    ...query('reports.statistics', '/api/Dashboard/orders/charts/values-per-date', params),
    ...options,
    select: ({ data }) => data.lineChartData
  })
  const whole = (value: number): string => intl.formatNumber(Math.round(value))
  const formats = useFormatContext()
  const money = (value: number): string => textOf(formats, { type: 'number', format: 'money' }, value)
  const short = (value: number): string => intl.formatNumber(value, { notation: 'compact' })
  return (
    <div className="dash-pair">
      <Chart
        answer={counts}
        title={t('dashboard.chart.count')}
        note="dashboard.chart.days"
        textOf={whole}
        axisText={whole}
      />
      <Chart
        answer={values}
        title={t('dashboard.chart.value')}
        note="dashboard.chart.valueDays"
        textOf={money}
        axisText={short}
      />
    </div>
  )
}
