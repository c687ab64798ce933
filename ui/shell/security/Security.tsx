/**
 * The dialog with the settings of the own account: the second factor, notifications, and sessions. Clients are led to their notifications by
 * each letter, so these come first.
 */
import { roles } from '../../../src/contract/roles.ts'
import { isClient, useProfile } from '../../account.ts'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { Preferences } from './Preferences.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import './security.css'

export function Security({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { data: profile } = useProfile()
  const preferences = profile?.hasAllRequiredData && (profile.role === roles.ADMIN || isClient(profile)) && (
    <section className="stack">
      <h3>{t('ui.security.preferences')}</h3>
      <Preferences />
    </section>
  )
  const preferencesFirst = profile !== undefined && isClient(profile)
  return (
    <Modal open title={t('ui.security.title')} onClose={onClose} className="parts-dialog security">
      <div className="security-body">
        {preferencesFirst && preferences}
        <section className="stack">
          <h3>{t('ui.security.secondFactor')}</h3>
          <SecondFactor />
        </section>
        {!preferencesFirst && preferences}
        <section className="stack">
          <h3>{t('ui.security.sessions')}</h3>
          <Sessions />
        </section>
      </div>
    </Modal>
  )
}
