/** What the panels of a container, a reception place and an internal store have in common. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import { Mark } from './Mark.tsx'
import type { Layer } from './points.ts'

interface MapPanelProps {
  readonly layer: Layer
  readonly title: string
  /** The icon before the title; by default the layer's. */
  readonly mark?: ReactNode
  /** Whether only the head is shown, and how to change that. Without it the panel cannot be folded. */
  readonly fold?: { readonly folded: boolean; readonly onFold: (folded: boolean) => void } | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

export function MapPanel({ layer, title, mark, fold, onClose, children }: MapPanelProps) {
  const t = useText()
  const uid = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading takes the focus again for each point
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside className="map-panel" data-over-map aria-labelledby={uid} onKeyDown={onKey}>
      <header>
        {mark ?? <Mark layer={layer} />}
        <h2 id={uid} ref={heading} tabIndex={-1}>
          <span className="visually-hidden">{t(`map.kind.${layer}`)}: </span>
          {title}
        </h2>
        {fold && (
          <IconButton
            icon={fold.folded ? 'chevron-down' : 'chevron-up'}
            label={t(fold.folded ? 'map.panel.unfold' : 'map.panel.fold')}
            tooltip
            aria-expanded={!fold.folded}
            onClick={() => fold.onFold(!fold.folded)}
          />
        )}
        <IconButton icon="times" label={t('ui.close')} onClick={onClose} />
      </header>
      {!fold?.folded && children}
    </aside>
  )
}

interface PanelFieldProps {
  /** A message key. */
  readonly label: string
  /** Whether the value is below the label, because it needs the whole width. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A labelled value of a panel. */
export function PanelField({ label, wide, children }: PanelFieldProps) {
  const t = useText()
  return (
    <div data-wide={wide || undefined}>
      <dt>{t(label)}</dt>
      <dd>{children || <span className="blank">–</span>}</dd>
    </div>
  )
}
