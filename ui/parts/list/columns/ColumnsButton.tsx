/** The button above the list that opens the column chooser, whose code is fetched when the button is first hovered or focused. */

import { type RefObject, useId, useRef, useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { Boundary } from '../../../elements/Boundary.tsx'
import { lazyPart } from '../../../elements/lazyPart.tsx'
import { usePlaceUnder } from '../../../elements/placeUnder.ts'
import { useText } from '../../../i18n.ts'

const load = () => import('./ColumnChooser.tsx')
const ColumnChooser = lazyPart(async () => ({ default: (await load()).ColumnChooser })).Component

interface ColumnsButtonProps {
  readonly list: ListMetadata
  /** The grid, from which the present widths of columns are read. */
  readonly grid: RefObject<HTMLElement | null>
}

export function ColumnsButton({ list, grid }: ColumnsButtonProps) {
  const t = useText()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { place, put } = usePlaceUnder(button, 360, open)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button quiet parts-over-rows"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <i className="pi pi-sliders-h" aria-hidden="true" />
        {t('parts.columns')}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('parts.columns')}
        className="popup-panel parts-columns"
        style={place}
        onBeforeToggle={event => event.newState === 'open' && put()}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {open && (
          <Boundary small waiting={<span className="skeleton-bar" />}>
            <ColumnChooser
              list={list}
              widthOf={key => grid.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`)?.offsetWidth}
            />
          </Boundary>
        )}
      </div>
    </>
  )
}
