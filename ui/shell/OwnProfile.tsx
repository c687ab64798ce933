/**
 * The dialogs of the own account: profile and security. Each is loaded when it is first opened, together with the code for forms.
 */
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

type Dialog = ComponentType<{ readonly onClose: () => void }>

const Profile = lazy(async () => ({ default: (await import('./Profile.tsx')).Profile }))
const Security = lazy(async () => ({ default: (await import('./security/Security.tsx')).Security }))

interface OwnDialog {
  readonly open: () => void
  /**
   * The open dialog. It is drawn outside the popup, because otherwise it would close with the popup. In the page it is a child of
   * the body.
   */
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
  const open = useCallback(() => setOpen(true), [])
  return { open, dialog }
}

export const useOwnProfile = (): OwnDialog => useOwn(Profile)
export const useSecurity = (): OwnDialog => useOwn(Security)
