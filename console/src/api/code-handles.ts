import type { CallOf } from '@hongyan/contract/endpoint'
import type { codes } from '@hongyan/contract/endpoints/account/codes'
import { keepInTab, tabValue } from '../lib/tab-storage.ts'
import { api } from './api.ts'

type CodeRequest = CallOf<typeof codes.send>['body']
type Target = Pick<CodeRequest, 'scene' | 'phone' | 'email'>

const keyOf = ({ scene, phone, email = '' }: Target) => `hy_code_${scene}_${phone ?? email.toLowerCase()}`

/** Requests a code and keeps its handle in this tab, also across a reload. */
export async function requestCode(body: CodeRequest): Promise<void> {
  const { handle } = await api.codes.send({ body })
  keepInTab(keyOf(body), handle)
}

/** The handle of the code that this tab requested last for a target; undefined where it requested none. */
export const codeHandle = (target: Target): string | undefined => tabValue(keyOf(target)) || undefined
