/**
 * The frame of a view for printing: a text above, a preview, and the buttons below. A copy of the sheets outside the root element of the
 * application is printed, because browsers print a dialog only as high as the screen. Style sheets show the copy only when printing.
 */
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../i18n.ts'
import './printing.css'

interface PrintFrameProps {
  readonly title: string
  readonly sheets: ReactNode
  readonly close: () => void
  /** More buttons. */
  readonly children?: ReactNode
  /** The main button, after the one that prints; without it that one is the main button. */
  readonly main?: ReactNode
  /** What is chosen before, above the preview. */
  readonly above?: ReactNode
}

export function PrintFrame({ title, sheets, close, children, main, above }: PrintFrameProps) {
  const t = useText()
  return (
    <div className="print-view">
      <p className="print-count">{title}</p>
      {above}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the preview scrolls, so it must be reached by the keyboard */}
      <section className="print-preview" aria-label={t('paper.preview')} tabIndex={0}>
        {sheets}
      </section>
      <div className="parts-form-end">
        <button type="button" className="button" onClick={close}>
          {t('ui.close')}
        </button>
        {children}
        <button
          type="button"
          className={main ? 'button' : 'button primary'}
          onClick={() => window.print()}
          data-autofocus={main ? undefined : true}
        >
          <i className="pi pi-print" aria-hidden />
          {t('paper.print')}
        </button>
        {main}
      </div>
      {createPortal(
        <div className="print-copy" aria-hidden>
          {sheets}
        </div>,
        document.body
      )}
    </div>
  )
}
