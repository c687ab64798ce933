import { Type } from '@sinclair/typebox'

export const Name = Type.String()
