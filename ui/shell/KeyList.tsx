/** The list of keyboard shortcuts on this page, by subject, and the switch for shortcuts with a single character. */
import { Fragment } from 'react'
import { Modal } from '../elements/Modal.tsx'
import { useText } from '../i18n.ts'
import { keyNames } from '../keyNames.ts'
import type { KeyBinding, KeyGroup } from '../keys.ts'
import { isSingle, setSingleKeys, useSingleKeys } from '../keys.ts'
import './keys.css'

const groups: readonly KeyGroup[] = ['commands', 'list', 'go', 'general']

interface KeyListProps {
  readonly keys: readonly KeyBinding[]
  readonly onClose: () => void
}

export function KeyList({ keys, onClose }: KeyListProps) {
  const t = useText()
  const isOn = useSingleKeys()
  return (
    <Modal open title={t('ui.keys.title')} onClose={onClose} className="keys-dialog">
      <label className="keys-switch">
        <input type="checkbox" checked={isOn} onChange={event => setSingleKeys(event.target.checked)} />
        <span>
          {t('ui.keys.single')}
          <small>{t('ui.keys.single.help')}</small>
        </span>
      </label>
      <div className="keys-groups">
        {groups.map(group => (
          <KeysOfGroup key={group} group={group} keys={keys.filter(binding => binding.group === group)} isOn={isOn} />
        ))}
      </div>
    </Modal>
  )
}

interface KeysOfGroupProps {
  readonly group: KeyGroup
  readonly keys: readonly KeyBinding[]
  readonly isOn: boolean
}

function KeysOfGroup({ group, keys, isOn }: KeysOfGroupProps) {
  const t = useText()
  if (keys.length === 0) return null
  return (
    <section>
      <h3>{t(`ui.keys.${group}`)}</h3>
      <dl>
        {keys.map(binding => (
          <div key={binding.keys} data-off={(!isOn && isSingle(binding)) || undefined}>
            <dt>
              {binding.place && `${t(binding.place)}: `}
              {t(binding.label)}
            </dt>
            <dd>
              <KeyNames keys={binding.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function KeyNames({ keys }: Pick<KeyBinding, 'keys'>) {
  const t = useText()
  return keyNames(keys, t).map((chord, step) => (
    <Fragment key={chord.join()}>
      {step > 0 && <small> {t('ui.keys.then')} </small>}
      {chord.map(name => (
        <kbd key={name}>{name}</kbd>
      ))}
    </Fragment>
  ))
}
