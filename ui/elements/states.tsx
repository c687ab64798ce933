/** What is shown in place of content: that there is none, that it failed, or that it is loading. */
import type { ReactNode } from 'react'
import { errorText } from '../alerts.ts'
import { ApiProblem } from '../api.ts'
import { useText } from '../i18n.ts'

interface EmptyProps {
  readonly icon?: string
  readonly title: string
  readonly text?: string | undefined
  /** `h1` if the page has no other heading. */
  readonly heading?: 'h1' | 'h2'
  /** The next step: a button or a link. */
  readonly action?: ReactNode
  /** It replaces rows, and so takes the focus when rows disappear. */
  readonly takesOver?: boolean
}

export const Empty = ({ icon = 'inbox', title, text, action, takesOver, heading: Heading = 'h2' }: EmptyProps) => (
  <section className="state" {...(takesOver && { tabIndex: -1, 'data-focus-home': true })}>
    <i className={`pi pi-${icon}`} aria-hidden />
    <Heading>{title}</Heading>
    {text && <p>{text}</p>}
    {action}
  </section>
)

export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const t = useText()
  const id = error instanceof ApiProblem ? error.faultId : undefined
  return (
    <section className="state" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden />
      <h2>{t('ui.failed')}</h2>
      <p>{errorText(error)}</p>
      {id && <p className="request-id">{t('ui.requestId', { id })}</p>}
      {retry && (
        <button type="button" className="button" onClick={retry}>
          <i className="pi pi-refresh" aria-hidden />
          {t('ui.retry')}
        </button>
      )}
    </section>
  )
}

/** Grey bars in place of rows that are loading; a screen reader announces it once. */
export function Skeleton({ rows = 8 }: { readonly rows?: number }) {
  const t = useText()
  return (
    <div className="skeleton" role="status" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <span key={row} aria-hidden />
      ))}
    </div>
  )
}

export function Loading({ label }: { readonly label?: string }) {
  const t = useText()
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label ?? t('ui.loading')}</span>
      <span className="loading-bar" aria-hidden />
    </div>
  )
}
