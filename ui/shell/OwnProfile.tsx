/** The dialog of the own profile; it, and all that draws forms, is fetched when it is first opened. */
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'

const Profile = lazy(async () => ({ default: (await import('./Profile.tsx')).Profile }))

interface OwnProfile {
  readonly open: () => void
  /** Drawn beside a popup, not within, where it would close with it. In the page it is a child of the body: no part of a header. */
  readonly dialog: ReactNode
}

export function useOwnProfile(): OwnProfile {
  const [isOpen, setOpen] = useState(false)
  const dialog =
    isOpen &&
    createPortal(
      <Suspense>
        <Profile onClose={() => setOpen(false)} />
      </Suspense>,
      document.body
    )
  return { open: () => setOpen(true), dialog }
}
