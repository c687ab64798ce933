import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-final-form'
import type { ControlProps } from './control.ts'
import type { Values } from './formValues.ts'
import { UploadStore } from './uploadStore.ts'
import type { Item } from './uploads.ts'

/** The uploads of a field, and their items. Leaving the form stops what is being sent. */
export function useUploads({ field, value, onChange }: ControlProps, valueFrom: (items: readonly Item[]) => unknown) {
  const form = useForm<Values>()
  const [store] = useState(() => new UploadStore(field.upload, value, valueFrom))
  const write = useEffectEvent(onChange)
  useEffect(() => store.connect(form, next => write(next)), [store, form])
  return { store, items: useSyncExternalStore(store.subscribe, store.current) }
}
