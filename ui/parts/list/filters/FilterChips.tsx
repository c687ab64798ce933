/**
 * Around the count: before it filters of one press, which it therefore does not push aside when a press changes it; after it what is
 * set, each with a way to take it back.
 */
import { useQuery } from '@tanstack/react-query'
import type { FocusEvent, ReactNode } from 'react'
import { dayOf } from '../../../../src/contract/days.ts'
import type { FilterMetadata, ListMetadata, QuickFilter } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { useIntl, useText } from '../../../i18n.ts'
import { readRows } from '../../../query.ts'
import { listKey } from '../../queryKeys.ts'
import { textOf, useFormatContext } from '../../values/formats.tsx'
import { cleared, type ListUrl, pageQuery } from '../listUrl.ts'
import { activeFilters, afterQuick, isQuickOn, withoutFilter } from './activeFilters.ts'
import { allText } from './allText.ts'
import { useFilterOptions } from './filterOptions.ts'
import './filters.css'

const countStaleMs = 60_000

interface FilterChipsProps {
  /** As the page has it without a view. */
  readonly plain: ListMetadata
  readonly url: ListUrl
  readonly change: (change: Partial<ListUrl>) => void
  /** The count. */
  readonly children: ReactNode
}

/** On a phone the chips are in a line that scrolls: by itself a browser leaves one that is half in sight where it is. */
const showWhole = ({ target }: FocusEvent<HTMLElement>): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })

export function FilterChips({ plain, url, change, children }: FilterChipsProps) {
  const t = useText()
  const today = dayOf(new Date())
  const active = activeFilters(plain, url.filters, today)
  const hasActive = active.length > 0 || url.search !== ''
  return (
    <div className="parts-chips">
      {plain.quick.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend that break the row
        <div role="group" aria-label={t('parts.filters.quick')} className="parts-chips-group" onFocus={showWhole}>
          {plain.quick.map(quick => (
            <button
              key={quick.name}
              type="button"
              className="parts-chip"
              aria-pressed={isQuickOn(quick, url.filters, today)}
              onClick={() => change({ filters: afterQuick(quick, url.filters, today) })}
            >
              {t(quick.label)}
              {quick.counted && <QuickCount plain={plain} quick={quick} />}
            </button>
          ))}
        </div>
      )}
      {children}
      {hasActive && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="group" aria-label={t('parts.filters.active')} className="parts-chips-group" onFocus={showWhole}>
          {url.search !== '' && (
            <Chip name={t('parts.filters.search')} value={url.search} onRemove={() => change({ search: '' })} />
          )}
          {active.map(filter => (
            <FilterChip
              key={filter.key}
              filter={filter}
              value={url.filters[filter.key] ?? ''}
              onRemove={() => change({ filters: withoutFilter(filter, url.filters) })}
            />
          ))}
          {active.length + (url.search === '' ? 0 : 1) > 1 && (
            <button type="button" className="parts-chips-clear" onClick={() => change(cleared(plain))}>
              {t('parts.filters.clear')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

interface QuickCountProps {
  readonly plain: ListMetadata
  readonly quick: QuickFilter
}

/** How many rows the chip leaves by itself; nothing until that is known. */
function QuickCount({ plain, quick }: QuickCountProps) {
  const intl = useIntl()
  const query = { ...pageQuery(plain, { search: '', sort: plain.sort, filters: quick.filters }, 1), limit: 1 }
  const { data } = useQuery({
    queryKey: [...listKey(plain.resourceType, plain.call), 'quick', JSON.stringify(query)],
    queryFn: ({ signal }) => readRows(plain.call, query, { signal }),
    staleTime: countStaleMs
  })
  return data ? <strong className="tabular">{intl.formatNumber(data.total)}</strong> : null
}

interface ChipProps {
  readonly name: string
  readonly value: string
  readonly onRemove: () => void
}

function Chip({ name, value, onRemove }: ChipProps) {
  const t = useText()
  const label = t('parts.filters.off', { filter: `${name} ${value}` })
  return (
    <button type="button" className="parts-chip" data-on aria-label={label} title={label} onClick={onRemove}>
      <span className="parts-chip-text">
        <span className="parts-chip-name">{name}</span> {value}
      </span>
      <i className="pi pi-times" aria-hidden="true" />
    </button>
  )
}

interface FilterChipProps {
  readonly filter: FilterMetadata
  readonly value: string
  readonly onRemove: () => void
}

function FilterChip({ filter, value, onRemove }: FilterChipProps) {
  const t = useText()
  const text = useFilterText(filter, value)
  return <Chip name={t(filter.label)} value={text} onRemove={onRemove} />
}

/** A filter's value in words; of one among a call's options its label, once that is known. */
function useFilterText(filter: FilterMetadata, value: string): string {
  const t = useText()
  const context = useFormatContext()
  const options = useFilterOptions(filter)
  if (value === '') return allText(t, filter)
  if (filter.options) return options.find(option => option.value === value)?.label ?? '…'
  const schema = unwrapped(filter.schema)
  const itemSchema = schema.type === 'array' ? (schema.items ?? {}) : schema
  if (itemSchema.format === 'dayOrWord' && value === 'today') return t('parts.day.today')
  if (itemSchema.format === 'dayOrWord' && value === 'tomorrow') return t('parts.day.tomorrow')
  if (itemSchema.format === 'dayOrWord') return textOf(context, { ...itemSchema, format: 'day' }, value)
  const read = itemSchema.type === 'boolean' ? value === 'true' : itemSchema.type === 'integer' ? Number(value) : value
  return textOf(context, itemSchema, read)
}
