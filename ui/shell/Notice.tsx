import type { ReactNode } from 'react'
import { Bare } from './Bare.tsx'
import { useTitle } from './useTitle.ts'

interface NoticeProps {
  readonly icon: string
  /** The heading, which is also the title of the document. */
  readonly title: string
  readonly children: ReactNode
}

/** A screen without a menu and with a single message: an icon, a heading, and what the person can do. */
export function Notice({ icon, title, children }: NoticeProps) {
  useTitle(title)
  return (
    <Bare>
      <section className="stack">
        <i className={`pi pi-${icon} done-mark`} aria-hidden />
        <h1>{title}</h1>
        {children}
      </section>
    </Bare>
  )
}
