/**
 * The only file that uses ApexCharts. It draws lines or stacked columns over days or weeks, in the colours of the present theme. The
 * chart has no animation, toolbar or zoom, because the table beside it has the same numbers.
 */
import type { ApexOptions } from 'apexcharts'
import imported from 'react-apexcharts'
import { nonce } from '../../nonce.ts'
import { colour, useDark } from '../../theme/theme.ts'

/** A production build imports the whole module, where development imports its default export. */
const Chart = (imported as unknown as { default?: typeof imported }).default ?? imported

export interface ChartProps {
  readonly kind: 'line' | 'columns'
  readonly series: readonly { readonly name: string; readonly data: readonly number[]; readonly token: string }[]
  readonly categories: readonly string[]
  readonly textOf: (value: number) => string
  /** A shorter text of a value, for the axis. */
  readonly axisText: (value: number) => string
}

/** Converts `rgb(1, 2, 3)` to `#010203`, because the chart calculates shades of its colours from hexadecimal ones. */
const hex = (rgb: string): string =>
  `#${(rgb.match(/\d+(\.\d+)?/g) ?? [])
    .slice(0, 3)
    .map(part => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('')}`

export default function ApexChart({ kind, series, categories, textOf, axisText }: ChartProps) {
  const isDark = useDark()
  const [ink, line] = [hex(colour('--ink-muted')), hex(colour('--line'))]
  const pageNonce = nonce()
  const options: ApexOptions = {
    chart: {
      ...(pageNonce ? { nonce: pageNonce } : {}),
      animations: { enabled: false },
      background: 'transparent',
      fontFamily: 'inherit',
      foreColor: ink,
      stacked: kind === 'columns',
      toolbar: { show: false },
      zoom: { enabled: false },
      selection: { enabled: false },
      parentHeightOffset: 0
    },
    theme: { mode: isDark ? 'dark' : 'light' },
    colors: series.map(({ token }) => hex(colour(token))),
    stroke: kind === 'line' ? { width: series.map((_, at) => (at === 0 ? 3 : 2)), curve: 'straight' } : { width: 0 },
    markers: { size: kind === 'line' ? 4 : 0, strokeWidth: 0 },
    dataLabels: { enabled: false },
    grid: { borderColor: line, strokeDashArray: 3, padding: { left: 8, right: 8, top: -12, bottom: 0 } },
    legend: { show: series.length > 1, position: 'bottom', horizontalAlign: 'left', fontSize: '13px' },
    plotOptions: { bar: { columnWidth: '62%', borderRadius: 2 } },
    tooltip: { shared: true, intersect: false, y: { formatter: textOf } },
    xaxis: {
      categories: [...categories],
      axisBorder: { show: false },
      axisTicks: { show: false },
      labels: { rotate: 0, hideOverlappingLabels: true, style: { fontSize: '12px' } },
      tooltip: { enabled: false }
    },
    yaxis: { min: 0, forceNiceScale: true, labels: { formatter: axisText, style: { fontSize: '12px' } } }
  }
  return (
    <Chart
      key={String(isDark)}
      type={kind === 'line' ? 'line' : 'bar'}
      height={240}
      series={series.map(({ name, data }) => ({ name, data: [...data] }))}
      options={options}
    />
  )
}
