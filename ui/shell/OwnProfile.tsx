/**
 * The dialogs of the own account: profile and security, and of a client's own company. Each is loaded when it is first opened, together with the code for forms.
 */

import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { DialogBoundary } from '../elements/DialogBoundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { useText } from '../i18n.ts'

const Profile = lazyPart(async () => ({ default: (await import('./Profile.tsx')).Profile })).Component
const Company = lazyPart(() => import('./OwnCompany.tsx')).Component
const Security = lazyPart(async () => ({ default: (await import('./security/Security.tsx')).Security })).Component

interface OwnDialog {
  readonly open: () => void
  /**
   * The open dialog. It is drawn outside the popup, because otherwise it would close with the popup. In the page it is a child of
   * the body.
   */
  readonly dialog: ReactNode
}

type Shown = 'profile' | 'security' | 'password' | 'company'

const titles: Readonly<Record<Shown, string>> = {
  profile: 'ui.user.profile',
  security: 'ui.security.title',
  password: 'ui.security.title',
  company: 'ui.company.title'
}

function useOwn(first: Shown): OwnDialog {
  const t = useText()
  const [shown, show] = useState<Shown>()
  // when one dialog replaces another, the first calls this after the second has opened, which must stay open
  const close = (): void => show(present => (present === shown ? undefined : present))
  const dialog =
    shown &&
    createPortal(
      <DialogBoundary title={t(titles[shown])} onClose={close} of={shown}>
        {shown === 'company' ? (
          <Company onClose={close} />
        ) : shown === 'profile' ? (
          <Profile onClose={close} onChangePassword={() => show('password')} />
        ) : (
          <Security onClose={close} isChangingPassword={shown === 'password'} />
        )}
      </DialogBoundary>,
      document.body
    )
  const open = useCallback(() => show(first), [first])
  return { open, dialog }
}

export const useOwnProfile = (): OwnDialog => useOwn('profile')
export const useSecurity = (): OwnDialog => useOwn('security')
export const useOwnCompany = (): OwnDialog => useOwn('company')
