/** The button above the list that opens the column chooser, whose code is fetched when the button is first hovered or focused. */

import type { RefObject } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { Boundary } from '../../../elements/Boundary.tsx'
import { lazyPart } from '../../../elements/lazyPart.tsx'
import { under, usePopover } from '../../../elements/usePopover.ts'
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
  const { open, button, panel, opens, panelProps } = usePopover(under(360))
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button quiet parts-over-rows"
        aria-haspopup="dialog"
        {...opens}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <i className="pi pi-sliders-h" aria-hidden="true" />
        {t('parts.columns')}
      </button>
      <div
        ref={panel}
        {...panelProps}
        role="dialog"
        aria-label={t('parts.columns')}
        className="popup-panel parts-columns"
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
