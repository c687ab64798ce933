import { area } from '../../session.ts'
import { Steps } from './Steps.tsx'

interface HeadProps {
  readonly step: 0 | 1
  readonly title: string
  readonly text?: string
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus()
  title?.scrollIntoView({ block: 'nearest' })
}

/** The steps, the title of the present step, and an introduction. A later step focuses its title, for screen readers. */
export function Head({ step, title, text }: HeadProps) {
  // In the back office it is inside a dialog, which has its own title.
  const Heading = area() === 'admin' ? 'h3' : 'h1'
  return (
    <>
      <Steps current={step} />
      <Heading key={step} ref={step === 0 ? undefined : focusTitle} tabIndex={-1}>
        {title}
      </Heading>
      {text && <p>{text}</p>}
    </>
  )
}
