/** The dialogs of the own account: profile and security. Each, and all that draws forms, is fetched when it is first opened. */
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'

type Dialog = ComponentType<{ readonly onClose: () => void }>

const Profile = lazy(async () => ({ default: (await import('./Profile.tsx')).Profile }))
const Security = lazy(async () => ({ default: (await import('./security/Security.tsx')).Security }))

interface OwnDialog {
  readonly open: () => void
  /** Drawn beside a popup, not within, where it would close with it. In the page it is a child of the body: no part of a header. */
  readonly dialog: ReactNode
}

function useOwn(Shown: Dialog): OwnDialog {
  const [isOpen, setOpen] = useState(false)
  const dialog =
    isOpen &&
    createPortal(
      <Suspense>
        <Shown onClose={() => setOpen(false)} />
      </Suspense>,
      document.body
    )
  return { open: () => setOpen(true), dialog }
}

export const useOwnProfile = (): OwnDialog => useOwn(Profile)
export const useSecurity = (): OwnDialog => useOwn(Security)
