/**
 * Keeps a failure of its content from everything outside. While the content's code loads, `waiting` is drawn in its place. If the content
 * fails, a message is drawn there, with a button that draws the content again. When `of` changes (the path of the page, the tab of a
 * panel), the content is drawn again without the button. React's root reports the failure (`crashes.ts`).
 */
import { Component, type ReactNode, Suspense } from 'react'
import { ApiProblem } from '../api.ts'
import { useText } from '../i18n.ts'
import { isLoadFailure } from '../loadFailure.ts'
import { forgetFailures } from './lazyPart.tsx'
import { Failed } from './states.tsx'

export interface BoundaryProps {
  readonly children: ReactNode
  readonly waiting: ReactNode
  /** Identifies the content. When it changes, a content that failed is drawn again. */
  readonly of?: string | number | undefined
  /** Draws the message in the place of the content, where that needs a frame. */
  readonly frame?: (message: ReactNode) => ReactNode
  /** For a content of one or a few lines. */
  readonly small?: boolean
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined }

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } }
  }

  override componentDidUpdate({ of }: BoundaryProps): void {
    if (this.state.failure && of !== this.props.of) this.retry()
  }

  override componentWillUnmount(): void {
    if (this.state.failure) forgetFailures()
  }

  readonly retry = (): void => {
    forgetFailures()
    this.setState({ failure: undefined })
  }

  override render(): ReactNode {
    const { children, waiting, small = false, frame = message => message } = this.props
    const { failure } = this.state
    if (!failure) return <Suspense fallback={waiting}>{children}</Suspense>
    return frame(<Message error={failure.error} small={small} retry={this.retry} />)
  }
}

interface MessageProps {
  readonly error: unknown
  readonly small: boolean
  readonly retry: () => void
}

function Message({ error, small, retry }: MessageProps) {
  const t = useText()
  const isKnown = error instanceof ApiProblem || isLoadFailure(error)
  if (isKnown && !small) return <Failed error={error} retry={retry} />
  if (small)
    return (
      <span className="small-failure" role="alert">
        <i className="pi pi-exclamation-triangle" aria-hidden />
        {t(isKnown ? 'ui.failed' : 'ui.crashed')}
        <button type="button" className="link" onClick={retry}>
          {t('ui.retry')}
        </button>
      </span>
    )
  return (
    <section className="state" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden />
      <h2>{t('ui.crashed')}</h2>
      <p>{t('ui.crashed.text')}</p>
      <button type="button" className="button" onClick={retry}>
        <i className="pi pi-refresh" aria-hidden />
        {t('ui.retry')}
      </button>
    </section>
  )
}
