/** Chooses where a service round begins: at a store, or where the person is, which the device tells only when it is chosen. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../i18n.ts'
import { query } from '../../query.ts'
import { type RoundStart, type StartChoice, whereNow } from './start.ts'

interface StartControlProps {
  readonly onStart: (start: RoundStart) => void
}

export function StartControl({ onStart }: StartControlProps) {
  const t = useText()
  const id = useId()
  const [choice, setChoice] = useState<StartChoice>('usual')
  const { data } = useQuery(query('warehouse.internalStore', '/api/Admin/Stores/internal'))
  const choose = async (value: string): Promise<void> => {
    if (value === 'here') {
      setChoice('here')
      const start = await whereNow(t)
      if (start) return onStart(start)
    }
    const storeId = Number(value)
    setChoice(storeId > 0 ? storeId : 'usual')
    onStart(storeId > 0 ? { startStoreId: storeId } : {})
  }
  return (
    <p className="service-start">
      <label htmlFor={id}>{t('service.start')}</label>
      <select id={id} className="input" value={String(choice)} onChange={event => void choose(event.target.value)}>
        <option value="usual">{t('service.start.usual')}</option>
        <option value="here">{t('service.start.here')}</option>
        {data?.data.map(store => (
          <option key={store.id} value={store.id}>
            {store.name}
          </option>
        ))}
      </select>
    </p>
  )
}
