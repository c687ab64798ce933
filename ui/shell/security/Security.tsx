/** The dialog of the own account's security: the second factor, and where one is signed in. */
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import './security.css'

export function Security({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  return (
    <Modal open title={t('ui.security.title')} onClose={onClose} className="parts-dialog security">
      <div className="security-body">
        <section className="stack">
          <h3>{t('ui.security.secondFactor')}</h3>
          <SecondFactor />
        </section>
        <section className="stack">
          <h3>{t('ui.security.sessions')}</h3>
          <Sessions />
        </section>
      </div>
    </Modal>
  )
}
