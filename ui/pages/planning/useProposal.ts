/** The vehicle that the server proposes for the selected orders: it stands in the field until a person chooses, and follows the selection. */
import { useEffect, useState } from 'react'
import { useForm } from 'react-final-form'
import type { Vehicle } from './vehicles.ts'

interface ProposalOptions {
  /** The field's name and value. */
  readonly name: string
  readonly value: number | undefined
  /** What is asked: the selected orders and the day; undefined while there is nothing to propose for. */
  readonly about: string | undefined
  /** The answer to that, once it has come. */
  readonly vehicles: readonly Vehicle[] | undefined
}

/** Gives the proposed vehicle while it is the field's value, and what is called when a person empties the field. */
export function useProposal({ name, value, about, vehicles }: ProposalOptions) {
  const form = useForm()
  const [proposed, setProposed] = useState<number>()
  /** For these a person wants none. */
  const [declined, setDeclined] = useState<string>()
  const isOwn = value !== undefined && value !== proposed
  const best = about === undefined || about === declined ? undefined : vehicles?.find(vehicle => vehicle.proposed)
  const isKnown = about === undefined || about === declined || vehicles !== undefined
  const next = best?.id
  useEffect(() => {
    if (isOwn || !isKnown || next === value) return
    setProposed(next)
    // by the form, not as typed by the person
    form.change(name, next)
  }, [form, name, isOwn, isKnown, next, value])
  return {
    proposal: value !== undefined && value === proposed && best?.id === value ? best : undefined,
    decline: (): void => {
      setDeclined(about)
      // who chooses that vehicle now has chosen it
      setProposed(undefined)
    }
  }
}
