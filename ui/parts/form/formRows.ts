import { createContext, useContext } from 'react'
import type { Row } from '../list/useRows.ts'

const context = createContext<readonly Row[]>([])

/** Says which rows the form below acts on. */
export const FormRows = context.Provider

/** The rows that the form acts on: none where it makes a thing; in a bar they follow the selection. */
export const useFormRows = (): readonly Row[] => useContext(context)
