/**
 * The button that shows the present view of the list and opens the menu of all views. The code of the menu is fetched when the button
 * is first hovered or focused, that of the dialogs when one is opened.
 */

import { useState } from 'react'
import { Boundary } from '../../../elements/Boundary.tsx'
import { lazyPart } from '../../../elements/lazyPart.tsx'
import { under, usePopover } from '../../../elements/usePopover.ts'
import { useText } from '../../../i18n.ts'
import { useLayout } from '../columns/useLayout.ts'
import { isOtherThan, type ListUrl } from '../listUrl.ts'
import { useViewRights } from './savedViews.ts'
import type { PresentView } from './useView.ts'
import type { ViewDialog } from './ViewDialogs.tsx'

const loadMenu = () => import('./ViewMenu.tsx')
const ViewMenu = lazyPart(async () => ({ default: (await loadMenu()).ViewMenu })).Component
const ViewDialogs = lazyPart(async () => ({ default: (await import('./ViewDialogs.tsx')).ViewDialogs })).Component

export interface ViewsProps {
  readonly plain: PresentView['list']
  readonly view: PresentView
  readonly url: ListUrl
  readonly change: (change: Partial<ListUrl>, step?: 'push') => void
}

export function ViewsButton(props: ViewsProps) {
  const t = useText()
  const [dialog, setDialog] = useState<ViewDialog>()
  const { open, button, panel, opens, panelProps } = usePopover(under(280))
  const { plain, view, url } = props
  const { keeps } = useViewRights()
  const { isChanged } = useLayout(view.list)
  if (!keeps && plain.views.length === 0) return null
  const builtIn = plain.views.find(({ name }) => name === view.baseName)
  const name = view.saved?.name ?? (builtIn && t(builtIn.label))
  const isOther = name !== undefined && (isOtherThan(view.list, url) || (view.saved !== undefined && isChanged))
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button quiet parts-over-rows parts-views-button"
        aria-haspopup="menu"
        {...opens}
        aria-label={t('parts.view.present', { name: name ?? t('parts.view.default'), changed: String(isOther) })}
        title={name}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          panel.current?.showPopover()
        }}
      >
        <i className="pi pi-bookmark" aria-hidden="true" />
        <span>{name ?? t('parts.view')}</span>
        {isOther && <b aria-hidden="true">*</b>}
        <i className="pi pi-chevron-down drop-menu-arrow" aria-hidden="true" />
      </button>
      <div ref={panel} {...panelProps} className="popup-panel parts-views">
        {open && (
          <Boundary small waiting={<span className="skeleton-bar" />}>
            <ViewMenu
              {...props}
              isOther={isOther}
              onAsk={setDialog}
              onClose={() => {
                panel.current?.hidePopover()
                button.current?.focus()
              }}
            />
          </Boundary>
        )}
      </div>
      {dialog && (
        <Boundary small waiting={null}>
          <ViewDialogs {...props} dialog={dialog} onClose={() => setDialog(undefined)} />
        </Boundary>
      )}
    </>
  )
}
