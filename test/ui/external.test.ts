import { expect, it } from 'vitest'
import { returnedIn } from '../../ui/external.ts'

it.each([
  ['?code=a%2Bb&state=s', { code: 'a+b', state: 's', iss: undefined }],
  ['?code=a&state=s&iss=https%3A%2F%2Flogin.example.com', { code: 'a', state: 's', iss: 'https://login.example.com' }],
  ['?error=access_denied&state=s', 'refused'],
  ['?code=a', undefined],
  ['?next=%2Forders%2Fnew', undefined],
  ['', undefined]
])('what the provider has sent back in %j', (query, expected) => expect(returnedIn(query)).toEqual(expected))
