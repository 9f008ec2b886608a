import { bootstrapApplication } from '@angular/platform-browser';
import { Shop } from './shop';

await bootstrapApplication(Shop);
