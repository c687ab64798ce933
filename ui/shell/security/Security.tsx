/**
 * The dialog with the settings of the own account: password, second factor, identities, notifications, and sessions. Clients are led to
 * their notifications by each letter, so these come first, unless the password is to be changed.
 */
import { roles } from '../../../src/contract/roles.ts'
import { isClient, useProfile } from '../../account.ts'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { Identities } from './Identities.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Preferences } from './Preferences.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import './security.css'

interface SecurityProps {
  readonly onClose: () => void
  /** The form of the own password is open from the beginning. */
  readonly isChangingPassword?: boolean
}

export function Security({ onClose, isChangingPassword = false }: SecurityProps) {
  const t = useText()
  const { data: profile } = useProfile()
  const preferences = profile?.hasAllRequiredData && (profile.role === roles.ADMIN || isClient(profile)) && (
    <section className="stack">
      <h3>{t('ui.security.preferences')}</h3>
      <Preferences />
    </section>
  )
  const preferencesFirst = profile !== undefined && isClient(profile) && !isChangingPassword
  return (
    <Modal open title={t('ui.security.title')} onClose={onClose} className="parts-dialog security">
      <div className="security-body">
        {preferencesFirst && preferences}
        <section className="stack">
          <h3>{t('ui.security.password')}</h3>
          <OwnPassword isChanging={isChangingPassword} />
        </section>
        <section className="stack">
          <h3>{t('ui.security.secondFactor')}</h3>
          <SecondFactor />
        </section>
        <Identities />
        {!preferencesFirst && preferences}
        <section className="stack">
          <h3>{t('ui.security.sessions')}</h3>
          <Sessions />
        </section>
      </div>
    </Modal>
  )
}
