/**
 * The filters of a list, beside its commands. One or two filters are drawn directly if there is room; otherwise a button opens a panel with
 * all of them. Chips (`FilterChips.tsx`) show what is set, whether the panel is open or not.
 */
import { useId, useRef, useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { attempt } from '../../../attempt.ts'
import { useListener } from '../../../elements/useListener.ts'
import { useText } from '../../../i18n.ts'
import { useMediaQuery, widths } from '../../../theme/mediaQuery.ts'
import { cleared, type ListUrl } from '../listUrl.ts'
import { countActive } from './activeFilters.ts'
import { Filter, fetchFilters } from './ListFilters.tsx'
import './filters.css'

interface FiltersProps {
  /** As the page has it without a view. */
  readonly plain: ListMetadata
  readonly url: ListUrl
  readonly change: (change: Partial<ListUrl>) => void
}

const maxUnfolded = 2

export function Filters(props: FiltersProps) {
  const wide = useMediaQuery(`(width >= ${widths.wide}px)`)
  const { filters } = props.plain
  if (filters.length === 0) return null
  return wide && filters.length <= maxUnfolded ? <Controls {...props} /> : <Folded {...props} />
}

const Controls = ({ plain, url, change }: FiltersProps) => (
  <>
    {plain.filters.map(filter => (
      <Filter
        key={filter.key}
        filter={filter}
        value={url.filters[filter.key] ?? ''}
        onChange={value => change({ filters: { ...url.filters, [filter.key]: value } })}
      />
    ))}
  </>
)

const focusFirstFilter = (panel: HTMLElement | null): void =>
  panel?.querySelector<HTMLElement>('input, select')?.focus()

function Folded(props: FiltersProps) {
  const t = useText()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { plain, url, change } = props
  const count = countActive(plain, url.filters)
  const onPointer = ({ target }: PointerEvent): void => {
    if (root.current?.contains(target as Node)) return
    // a box with typed text loses the focus, and so sends the text, before it is removed
    if (document.activeElement instanceof HTMLElement && root.current?.contains(document.activeElement))
      document.activeElement.blur()
    setOpen(false)
  }
  useListener('pointerdown', onPointer, { active: open })
  const toggle = async (): Promise<void> => {
    if (!open) await fetchFilters(plain.filters)
    setOpen(!open)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices Esc and that the focus has left
    <div
      ref={root}
      className="parts-filters"
      onBlur={event => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        root.current?.querySelector('button')?.focus()
      }}
    >
      <button
        type="button"
        className="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => void attempt(toggle)}
      >
        <i className="pi pi-filter" aria-hidden="true" />
        {t('parts.filters')}
        {count > 0 && <span className="parts-filters-count">{count}</span>}
      </button>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the panel's grid
        <div
          ref={focusFirstFilter}
          id={id}
          role="group"
          aria-label={t('parts.filters')}
          className="parts-filters-panel"
        >
          <Controls {...props} />
          <button
            type="button"
            className="button quiet"
            aria-disabled={count === 0}
            onClick={() => count > 0 && change({ filters: cleared(plain).filters })}
          >
            {t('parts.filters.clear')}
          </button>
        </div>
      )}
    </div>
  )
}
