import { deposit } from '../utils/deposit';

export default defineEventHandler((event) => deposit(toWebRequest(event)));
