// Without this file, svelte-check would read the vite.config.ts of the repository.
export default {};
