import type { APIRoute } from 'astro';
import { deposit } from '../deposit';

export const ALL: APIRoute = ({ request }) => deposit(request);
