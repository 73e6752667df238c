// Vitest runs this before each test file.
import { enterNetwork } from './network.ts'

enterNetwork()
