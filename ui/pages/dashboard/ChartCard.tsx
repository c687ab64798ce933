/** A chart, and a table with the same numbers. */

import { useId } from 'react'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { useText } from '../../i18n.ts'
import type { ChartProps } from './ApexChart.tsx'

const ApexChart = lazyPart(() => import('./ApexChart.tsx')).Component

interface ChartCardProps extends ChartProps {
  readonly title: string
  readonly note?: string
  /** The header of the table's first column. */
  readonly of: string
  /** The full names of the categories, for the table. */
  readonly rows: readonly string[]
  /** The text in place of the chart if all values are zero. */
  readonly empty: string
}

export function ChartCard({ title, note, of, rows, empty, ...chart }: ChartCardProps) {
  const id = useId()
  const isEmpty = chart.series.every(({ data }) => data.every(value => value === 0))
  return (
    <article className="card dash-chart" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {note && <p className="dash-note">{note}</p>}
      {isEmpty ? (
        <p className="dash-note dash-nothing">{empty}</p>
      ) : (
        <>
          {/* The table has the same numbers. */}
          <Boundary small waiting={<div className="dash-loading dash-plot" aria-hidden />}>
            <div className="dash-plot" aria-hidden>
              <ApexChart {...chart} />
            </div>
          </Boundary>
          <ChartTable title={title} of={of} rows={rows} {...chart} />
        </>
      )}
    </article>
  )
}

type ChartTableProps = Pick<ChartCardProps, 'title' | 'of' | 'rows' | 'series' | 'textOf'>

function ChartTable({ title, of, rows, series, textOf }: ChartTableProps) {
  const t = useText()
  return (
    <details className="dash-table">
      <summary>{t('dashboard.table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {series.map(({ name, data }) => (
                  <td key={name}>{textOf(data[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
