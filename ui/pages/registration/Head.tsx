import { useEffect, useRef } from 'react'
import { area } from '../../session.ts'
import { Steps } from './Steps.tsx'

interface HeadProps {
  readonly step: 0 | 1
  readonly title: string
  readonly text?: string
}

/** The steps, the title of the present step, and an introduction. A later step focuses its title, for screen readers. */
export function Head({ step, title, text }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // In the back office it is inside a dialog, which has its own title.
  const Heading = area() === 'admin' ? 'h3' : 'h1'
  useEffect(() => {
    if (step === 0) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <>
      <Steps current={step} />
      <Heading ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      {text && <p>{text}</p>}
    </>
  )
}
